package runtime

// RunFlowcGenerate3 is named by every generated file. A change of the runtime that generated Go does not compile with
// gives it the next number, here and in gen/emit: Go that was generated before is then refused by this name, which says
// what to do, at the top of each file.
const RunFlowcGenerate3 = true
