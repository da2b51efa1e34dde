import Roster

/// The SQL around the tables: what must be true before they are loaded, and how they get into their place.
enum PostgresSwap {
  /// What the comment on a schema of ours begins with. The archive and its latest run follow.
  private static let mark = "modexport archive"

  /// Refuses to replace a schema that is not ours. Two loads at a time wait for each other.
  static var guards: String {
    let schema = SQLText.literal(PostgresExport.schema)
    return """
      DO $modexport$
      DECLARE
        state text;
      BEGIN
        PERFORM pg_advisory_xact_lock(\(lock));
        state := obj_description(to_regnamespace(\(schema)), 'pg_namespace');
        IF to_regnamespace(\(schema)) IS NOT NULL AND coalesce(state, '') NOT LIKE '\(mark) %' THEN
          RAISE EXCEPTION 'the schema \(PostgresExport.schema) holds something other than an export of modexport; '
            'rename it, or load into another database';
        END IF;
        IF to_regnamespace('\(PostgresExport.staging)') IS NOT NULL THEN
          RAISE EXCEPTION 'there is a schema \(PostgresExport.staging), whose name a load needs while it works; '
            'rename it, or load into another database';
        END IF;
        IF EXISTS (SELECT FROM pg_class t LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attacl IS NOT NULL
            WHERE t.relnamespace = to_regnamespace(\(schema)) AND (t.relrowsecurity OR a.attrelid IS NOT NULL)) THEN
          RAISE EXCEPTION 'tables of the schema \(PostgresExport.schema) have row security or rights on columns, '
            'which a load would remove; put them on views in a schema of your own';
        END IF;
      END
      $modexport$;

      """
  }

  /// The letters `MODX`.
  private static let lock = 0x4D4F_4458

  /// Puts the new schema into the place of the old one, with the same rights. The old tables are dropped
  /// one by one: whatever else is in their schema or depends on them stops the load.
  static func swap(_ source: some ExportSource) -> String {
    let schema = PostgresExport.schema
    let comment = "\(mark) \(source.identity) with run \(source.latestRun)"
    let tables = View.allCases.map { "DROP TABLE IF EXISTS \(schema).\(SQLText.name($0.name));" }
    return """
      COMMENT ON SCHEMA \(PostgresExport.staging) IS \(SQLText.literal(comment));
      DO $modexport$
      DECLARE
        right_of record;
        what text;
      BEGIN
        IF to_regnamespace('\(schema)') IS NULL THEN
          RETURN;
        END IF;
      \(rights)  \(tables.joined(separator: "\n  "))
        DROP SCHEMA \(schema);
      EXCEPTION WHEN dependent_objects_still_exist THEN
        GET STACKED DIAGNOSTICS what = PG_EXCEPTION_DETAIL;
        RAISE EXCEPTION 'something of yours is in the schema \(schema) or depends on it, which a load would drop: %; '
          'move it into a schema of your own, drop what depends on the tables, and load again', what;
      END
      $modexport$;
      ALTER SCHEMA \(PostgresExport.staging) RENAME TO \(schema);

      """
  }

  /// Grants on the new schema and its tables what others may do with the old ones.
  private static var rights: String {
    """
      FOR right_of IN
        SELECT format('SCHEMA %I', '\(PostgresExport.staging)') AS thing, a.* FROM pg_namespace s, aclexplode(s.nspacl) a
        WHERE s.nspname = '\(PostgresExport.schema)' AND a.grantee <> s.nspowner
        UNION ALL
        SELECT format('TABLE %I.%I', '\(PostgresExport.staging)', t.relname), a.* FROM pg_class t, aclexplode(t.relacl) a
        WHERE t.relnamespace = to_regnamespace('\(PostgresExport.schema)') AND a.grantee <> t.relowner
          AND to_regclass(format('%I.%I', '\(PostgresExport.staging)', t.relname)) IS NOT NULL
      LOOP
        EXECUTE format('GRANT %s ON %s TO %s%s', right_of.privilege_type, right_of.thing,
          CASE right_of.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(right_of.grantee)) END,
          CASE WHEN right_of.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
      END LOOP;

    """
  }
}
