package main

import _ "example.com/house/flows"

func main() {}
