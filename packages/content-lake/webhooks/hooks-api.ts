import type { WebhookQueue } from '../../local-server/index.ts'
import type { HookAttempt, LakeAttempt, LakeMessage, MessageDetails, WebhookConfig } from './types.ts'

type HooksApiOptions = { configs: readonly WebhookConfig[]; queue: WebhookQueue<MessageDetails>; projectId: string }

const PATH = /^\/v[^/]+\/hooks\/projects\/([^/]+)((?:\/[^/]+){0,2})\/?$/

/** Sanity's hooks API, reading only (shapes: `sanity hooks list|logs|attempt` of @sanity/cli): webhooks are configured at the start. */
export function createHooksApi({
  configs,
  queue,
  projectId,
}: HooksApiOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return refuse(405, 'Method Not Allowed', 'Webhooks are configured by --webhook')
    const [, project, rest = ''] = PATH.exec(new URL(request.url).pathname) ?? []
    const [, first, second] = rest.split('/')
    const attempts = (): HookAttempt[] => queue.attempts().map((attempt) => hookAttempt(attempt, projectId))
    if (project !== projectId) return refuse(404, 'Not Found', 'Project not found')
    if (first === undefined) return Response.json(configs.map((config) => shown(config, projectId)))
    if (first === 'attempts')
      return found(
        attempts().find(({ id }) => id === second),
        'Attempt not found',
      )

    const config = configs.find(({ id }) => id === first)
    if (!config) return refuse(404, 'Not Found', 'Webhook not found')
    if (second === undefined) return Response.json(shown(config, projectId))
    if (second === 'attempts') return Response.json(attempts().filter(({ hookId }) => hookId === first))
    if (second === 'messages') {
      return Response.json(queue.messagesOf(first).map((message) => shownMessage(message, projectId)))
    }
    return refuse(404, 'Not Found', 'Not found')
  }
}

/** Without the secret and without the values of headers, which often are credentials. */
function shown(config: WebhookConfig, projectId: string) {
  const {
    id,
    name,
    url,
    on,
    filter,
    projection,
    includeDrafts = false,
    headers = {},
    dataset,
    isEnabled = true,
    apiVersion = 'v2021-03-25',
  } = config
  return {
    id,
    type: 'document',
    name,
    description: null,
    projectId,
    dataset: dataset ?? '*',
    url,
    apiVersion,
    httpMethod: 'POST',
    headers: Object.fromEntries(Object.keys(headers).map((header) => [header, '[hidden]'])),
    includeDrafts,
    isDisabled: !isEnabled,
    isDisabledByUser: !isEnabled,
    hasSecret: Boolean(config.secret),
    rule: { on, filter: filter ?? null, projection: projection ?? null },
  }
}

/** As Sanity's attempts log shows it. */
export function hookAttempt(
  { endpointId, details, startedAt, finishedAt, ...attempt }: LakeAttempt,
  projectId: string,
): HookAttempt {
  const { transactionTime: _, ...about } = details
  return {
    ...attempt,
    ...about,
    hookId: endpointId,
    projectId,
    createdAt: new Date(startedAt).toISOString(),
    updatedAt: new Date(finishedAt).toISOString(),
    duration: finishedAt - startedAt,
    inProgress: false,
    isFailure: attempt.failureReason !== null,
  }
}

function shownMessage(message: LakeMessage, projectId: string) {
  const { id, endpointId, details, payload, status, resultCode, tries } = message
  const { dataset, documentId, transactionId, operation } = details
  return {
    id,
    hookId: endpointId,
    projectId,
    dataset,
    documentId,
    transactionId,
    operation,
    payload,
    status,
    resultCode,
    failureCount: status === 'success' ? tries - 1 : tries,
    createdAt: new Date(message.createdAt).toISOString(),
  }
}

const found = (value: object | undefined, missing: string): Response =>
  value ? Response.json(value) : refuse(404, 'Not Found', missing)

const refuse = (statusCode: number, error: string, message: string): Response =>
  Response.json({ statusCode, error, message }, { status: statusCode })
