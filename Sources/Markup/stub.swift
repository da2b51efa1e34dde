/// stub
