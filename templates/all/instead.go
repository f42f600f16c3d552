package all

// Instead is what people look for that is no node type, and what serves in its place.
type Instead struct {
	Words []string `json:"words"` // in small letters
	Use   string   `json:"use"`   // in a sentence
}

// Insteads returns what people look for in vain, each with what to use.
func Insteads() []Instead {
	return []Instead{
		{[]string{"schedule", "cron", "timer", "interval"}, "flowc has no schedule: have cron or a CronJob call an API Endpoint, with a key that Auth checks."},
		{[]string{"queue", "job", "worker", "background", "kafka", "rabbitmq", "sqs"},
			"flowc has no queue: keep what is to be done in a table by SQL, and have cron call an API Endpoint that does it."},
		{[]string{"wait", "delay", "sleep", "pause"}, "A request does not wait: keep what is due in a table by SQL, and have cron call an API Endpoint."},
		{[]string{"websocket", "socket", "sse", "stream"}, "flowc has no streams: answer by a Response, and call others by a Webhook of theirs, with API."},
		{[]string{"upload", "file", "s3", "storage", "bucket"}, "Files come in a field of type file of an API Endpoint; API sends them on to a store."},
		{[]string{"parallel", "fork"}, "For each runs its items at the same time where it says how many."},
		{[]string{"xml", "csv", "pdf", "excel"}, "Code calls a Go function, which can read and write any format; a Response escapes placeholders in CSV and XML."},
	}
}
