// For node --import: lets the conformance runner start in a Node.js older than 22, whose module fs has no globSync. The
// runner does not use it against a server.
import { register } from 'node:module'

const stand = 'data:text/javascript,' + encodeURIComponent(
  `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => []`,
)
const hooks = `export async function resolve(specifier, context, next) {
  return specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/')
    ? { url: ${JSON.stringify(stand)}, shortCircuit: true } : next(specifier, context)
}`
register('data:text/javascript,' + encodeURIComponent(hooks))
