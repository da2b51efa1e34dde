modexport.take("names/sites",[
["3dprinting","3D Printing","sites/3dprinting.html",2,1,"3dprinting.stackexchange.com"],
["cooking","Seasoned Advice","sites/cooking.html",2,0,"cooking.stackexchange.com"]
]);
