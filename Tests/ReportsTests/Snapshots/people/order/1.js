modexport.take("order/1","501 502 503 0");
