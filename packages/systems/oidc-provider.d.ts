declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  export type KoaContext = {
    path: string
    mountPath?: string
    status: number
    body: unknown
    query: Record<string, string | string[] | undefined>
    response: { get: (header: string) => string | undefined }
    set: (header: string, value: string) => void
  }

  type Token = { accountId?: string; clientId: string; scopes: Set<string> }

  type Interaction = {
    uid: string
    prompt: { name: string }
    params: { client_id: string; scope?: string }
    session?: { accountId: string }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
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
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>
  }
}
