modexport.take("names/1"," sean obrien\n מרים לוי\n hyperlink x\n script alert 1 script\n","501 502 503 0");
