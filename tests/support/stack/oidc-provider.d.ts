/** What the tests use of the package, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  export type KoaContext = {
    req: IncomingMessage
    res: ServerResponse
    method: string
    path: string
    status: number
    type: string
    body: unknown
    query: Record<string, string | string[] | undefined>
    get: (header: string) => string
    respond?: boolean
  }

  type Token = { accountId?: string; clientId: string; scopes: Set<string>; destroy: () => Promise<void> }

  type Interaction = {
    uid: string
    prompt: { name: string; details: { missingOIDCScope?: string[] } }
    params: { client_id: string; scope?: string }
    session?: { accountId: string }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    AccessToken: { find: (token: string) => Promise<Token | undefined> }
    ClientCredentials: { find: (token: string) => Promise<Token | undefined> }
    Grant: new (owner: { accountId: string; clientId: string }) => {
      addOIDCScope: (scope: string) => void
      rejectOIDCScope: (scope: string) => void
      save: () => Promise<string>
    }
    use(middleware: (context: KoaContext, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
