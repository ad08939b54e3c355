package main

// explainExtras are the ways of explain that have flags of their own, one row each.
var explainExtras = []explainMore{
	{explainPlayerFlags(), explainPlayer},
}
