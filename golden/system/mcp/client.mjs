// A client of npm's @modelcontextprotocol/sdk: node client.mjs MODULES URL CALLS
//
// MODULES is the node_modules folder with the package, CALLS a list of {name, arguments} as JSON. It prints what it is
// told of the server, the tools and their results, as one line of JSON; or, as error, what it is refused with. The token
// is in the environment, as MCP_TOKEN. The package checks results against the tools' output schemas itself.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [modules, url, calls] = process.argv.slice(2)
const load = (file) => import(pathToFileURL(join(modules, '@modelcontextprotocol/sdk/dist/esm/client', file)))
const { Client } = await load('index.js')
const { StreamableHTTPClientTransport } = await load('streamableHttp.js')

async function run() {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { Authorization: `Bearer ${process.env.MCP_TOKEN}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const { tools } = await client.listTools()
  const results = []
  for (const call of JSON.parse(calls)) {
    results.push(await client.callTool(call).catch((e) => ({ error: e.message, code: e.code })))
  }
  await client.close()
  return { server: client.getServerCapabilities(), tools, results }
}

const told = await run().catch((e) => ({ error: e.message, code: e.code }))
console.log(JSON.stringify(told))
