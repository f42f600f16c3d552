// Package runtime is what generated handlers call: configuration, the HTTP server, requests and answers, the execution
// log, and the functions of expressions. Generated code imports it as rt; it imports nothing of flowc but runtime/*.
package runtime
