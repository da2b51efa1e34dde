modexport.take("rows/1",[["3D Printing","sites/3dprinting.html"],["Seasoned Advice","sites/cooking.html"]],[
[501,"Seán O’Brien",2,13145,0,1],
[502,"מרים לוי",1,990201,0],
[503,"=HYPERLINK(\"x\")",1,101,0],
[0,"<script>alert(1)</script>",1,null,1]
]);
