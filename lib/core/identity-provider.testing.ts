// Without `server-only`: end-to-end tests start it too.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A person at the identity provider: what its tokens say of them. */
export type ProviderPerson = {
  email: string
  email_verified: boolean
  name: string
  roles?: unknown
}

/**
 * A running identity provider. `people` may be changed at any time; `setRedirect` names the
 * console's callback.
 */
export type IdentityProvider = {
  issuer: string
  people: Map<string, ProviderPerson>
  requests: string[]
  setRedirect: (address: string) => void
  close: () => Promise<void>
}

/** The client id and secret by which it knows the console. */
export const clientOfConsole = { id: 'billing-console', secret: 'a secret of the tests alone' }

/**
 * Starts a real OpenID Connect provider on loopback. Its sign-in page has one button for each
 * person.
 */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const people = new Map<string, ProviderPerson>()
  const requests: string[] = []
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '')
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    people,
    requests,
    setRedirect: (address) => (handle = serve(issuer, address, people)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function serve(issuer: string, redirect: string, people: ReadonlyMap<string, ProviderPerson>) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientOfConsole.id,
        client_secret: clientOfConsole.secret,
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    // Nobody is asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const { provider: own, client, session } = oidc
      const grant = new own.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    if (request.method === 'POST') return void finish(provider, request, response)
    const buttons = [...people].map(
      ([id, { name }]) => `<button name="login" value="${id}">${name}</button>`,
    )
    response.setHeader('Content-Type', 'text/html')
    response.end(
      `<h1>Identity provider</h1><form method="post">${buttons.join('')}<button name="cancel">Cancel</button></form>`,
    )
  }
}

async function finish(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let body = ''
  for await (const part of request) body += String(part)
  const login = new URLSearchParams(body).get('login')
  const result = login === null ? { error: 'access_denied' } : { login: { accountId: login } }
  await provider.interactionFinished(request, response, result)
}
