package studio_test

import "strings"

// naughty are over a hundred texts that have broken other programs, after the Big List of Naughty Strings.
var naughty = []string{
	// What means something in HTML.
	`<script>window.broken=1</script>`, `"><img src=x onerror=window.broken=1>`, `<svg onload=window.broken=1>`, `<svg><script>window.broken=1</script>`,
	`<iframe src="javascript:parent.broken=1">`, `<body onload=window.broken=1>`, `<details open ontoggle=window.broken=1>`, `<input autofocus onfocus=window.broken=1>`,
	`<a href="javascript:window.broken=1">x</a>`, `<math><mtext></p><img src=x onerror=window.broken=1>`, `</textarea><script>window.broken=1</script>`,
	`</title><script>window.broken=1</script>`, `' onmouseover='window.broken=1`, "`onmouseover=`window.broken=1", `<!--`, `-->`, `<![CDATA[`, `]]>`, `&lt;b&gt;`, `&#0;`, `&amp;amp;`,
	`<style>*{display:none}</style>`, `<base href="//example.com">`, `<meta http-equiv=refresh content=0>`, `<x:script xmlns:x="http://www.w3.org/1999/xhtml">window.broken=1</x:script>`,
	// What means something in JavaScript, in templates, and elsewhere.
	`javascript:window.broken=1`, `{{constructor.constructor('window.broken=1')()}}`, `${window.broken=1}`, `#{window.broken=1}`, `<%= window.broken=1 %>`, `';window.broken=1;//`, `\';window.broken=1;//`,
	`"+(window.broken=1)+"`, `{"__proto__": {"broken": 1}}`, `[object Object]`, `'; DROP TABLE users; --`, `1' OR '1'='1`, `$(touch broken)`, "`touch broken`", `| touch broken`, `../../../../etc/passwd`,
	`..\..\windows\win.ini`, `file:///etc/passwd`, `//example.com`, `%00`, `%2e%2e%2f`, `%s%s%s%n`, `%d`, `\`, `\\`, `\u0000`, `\x3cscript>`, `"`, `'`, "`", `"'"'"`, `{{`, `}}`, `{{}}`, `{{ email }}`, `((((((((((`,
	// Names of what is there already.
	"__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length", "undefined", "null", "NULL", "nil", "None", "true", "NaN", "Infinity", "CON", "id", ".", "..",
	// Numbers, and what looks like them.
	"-1e999", "0x0", "1e309", "9007199254740993", "-0", "1,000.5", "１２３", "٣",
	// White space and control characters.
	" ", "a\nb\r\nc\td", "\x00\x07\x1b[31m", "\u200b\u2060", "\u00a0", "\ufeff", "\u2028\u2029",
	// Letters that are wide, stacked, from right to left, or several in one.
	"\u202eRTL\u202d", "Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤", "😀👩\u200d👩\u200d👧\u200d👦🏳️\u200d🌈", "田中さんにあげて下さい", "الكل في المجمو عة", "\xed\xa0\x80",
	strings.Repeat("W", 2000), strings.Repeat("﷽", 50),
}
