// Has vendors' libraries verify tokens: `node vendors.mjs MODULES` reads {now, cases} and prints why each case is refused, or null.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { text } from "node:stream/consumers";

const { now, cases } = JSON.parse(await text(process.stdin));
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...at) {
    super(...(at.length ? at : [now * 1000]));
  }
  static now() {
    return now * 1000;
  }
};

const require = createRequire(pathToFileURL(join(process.argv[2], "flowc.cjs")));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { AlbJwtVerifier } = require("aws-jwt-verify/alb-verifier");
const { CognitoJwtVerifier } = require("aws-jwt-verify");
const { OAuth2Client } = require("google-auth-library");
const { verifyToken } = require("@clerk/backend");
const OktaJwtVerifier = require("@okta/jwt-verifier");
const { createLocalJWKSet, jwtVerify } = await load("jose");

// Each is given a token and the options of its case, and throws where it refuses the token.
const vendors = {
  jose: (token, { keys, ...options }) =>
    jwtVerify(token, createLocalJWKSet(keys), { clockTolerance: 30, currentDate: new Date(), requiredClaims: ["exp"], ...options }),
  google: (token, { pem, audience, issuers }) => new OAuth2Client().verifySignedJwtWithCertsAsync(token, { a: pem }, audience, issuers),
  clerk: (token, { pem, parties }) => verifyToken(token, { jwtKey: pem, authorizedParties: parties, clockSkewInMs: 30_000, headerType: "JWT" }),
  okta: (token, { keys, issuer, audience, cid }) =>
    new OktaJwtVerifier({ issuer, jwksUri: "https://127.0.0.1:1/", assertClaims: { cid }, getKeysInterceptor: async () => keys.keys }).verifyAccessToken(
      token,
      audience,
    ),
  cognito: (token, { keys, ...options }) => {
    const verifier = CognitoJwtVerifier.create({ graceSeconds: 30, ...options });
    verifier.cacheJwks(keys);
    return verifier.verifySync(token);
  },
  alb: (token, { keys, ...options }) =>
    AlbJwtVerifier.create({ graceSeconds: 30, ...options }, { jwksCache: { getCachedJwk: (_, { header }) => find(keys, header.kid) } }).verifySync(token),
};

function find({ keys }, kid) {
  const key = keys.find((key) => key.kid === kid);
  if (!key) throw new Error(`no key ${kid}`);
  return key;
}

const answers = [];
for (const { vendor, token, options } of cases) {
  try {
    const answer = await vendors[vendor](token, options);
    answers.push(answer?.errors ? String(answer.errors[0]) : null);
  } catch (error) {
    answers.push(String(error?.message || error));
  }
}
console.log(JSON.stringify(answers));
