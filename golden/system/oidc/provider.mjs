// A real OpenID Connect provider on loopback, for tests: node provider.mjs MODULES PORT CLIENTS [SIGNER]
//
// MODULES is the node_modules folder with oidc-provider, CLIENTS the clients' metadata as JSON. SIGNER is a public key in
// PEM: where it is given, client secrets are JWTs (ES256) for this issuer that verify with it, as Apple has them. The
// provider prints "ready" once it serves. Anybody may log in under any name; keys are made anew at every start.
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [modules, port, clients, signer] = process.argv.slice(2)
const { default: Provider } = await import(pathToFileURL(join(modules, 'oidc-provider/lib/index.js')))

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: JSON.parse(clients),
  jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
  cookies: { keys: ['only for tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: {
    introspection: { enabled: true },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo: (_, audience) => ({
        scope: 'orders:read notes:run notes:write', audience, accessTokenFormat: 'jwt', accessTokenTTL: 3600, jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: !id.startsWith('new'), name: `Dr. ${id}` }),
  }),
})

if (signer) {
  const { importSPKI, jwtVerify } = await import(pathToFileURL(join(modules, 'jose/dist/webapi/index.js')))
  const key = await importSPKI(signer, 'ES256')
  provider.Client.prototype.compareClientSecret = async function compareClientSecret(secret) {
    const wanted = { algorithms: ['ES256'], issuer: 'TEAM', subject: this.clientId, audience: provider.issuer, requiredClaims: ['iat', 'exp'] }
    return jwtVerify(secret, key, wanted).then(() => true, () => false)
  }
}

provider.listen(Number(port), '127.0.0.1', () => console.log('ready'))
