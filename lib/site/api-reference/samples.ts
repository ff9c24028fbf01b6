import { jsFetch } from '@scalar/snippetz/plugins/js/fetch'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl'
import type { ReferenceOperation, ReferenceParameter } from './reference.ts'

const SAMPLE_KEY = 'dw_YOUR_KEY'

const JSON_TYPE = 'application/json'

const LINE_CONTINUATION = ' \\\n'

export type Sample = { language: 'curl' | 'javascript' | 'python'; label: string; highlight: string; code: string }

type Pair = { name: string; value: string }

const findFields = ({ parameters }: ReferenceOperation, place: string): ReferenceParameter[] =>
  parameters.find((group) => group.place === place)?.fields ?? []

const buildExamplePairs = (operation: ReferenceOperation, place: string): Pair[] =>
  findFields(operation, place)
    .filter(({ example }) => example !== undefined)
    .map(({ name, example }) => ({ name, value: String(example) }))

function buildRequest(operation: ReferenceOperation, siteUrl: string) {
  const { method, path, scope, body } = operation
  const ids = buildExamplePairs(operation, 'path')
  return {
    method,
    url: siteUrl + ids.reduce((address, { name, value }) => address.replace(`{${name}}`, value), path),
    headers: [
      ...(scope ? [{ name: 'Authorization', value: `Bearer ${SAMPLE_KEY}` }] : []),
      ...(body ? [{ name: 'Content-Type', value: JSON_TYPE }] : []),
      ...buildExamplePairs(operation, 'header'),
    ],
    queryString: buildExamplePairs(operation, 'query'),
    ...(body && { postData: { mimeType: JSON_TYPE, text: JSON.stringify(body.example) } }),
  }
}

type ApiRequest = ReturnType<typeof buildRequest>

/** Returns a curl command. Each query parameter has a separate line, because URLs cannot wrap. */
function formatCurl(request: ApiRequest): string {
  const { method, queryString } = request
  if (method !== 'GET' || queryString.length === 0) return shellCurl.generate(request)
  const [address, ...options] = shellCurl.generate({ ...request, queryString: [] }).split(LINE_CONTINUATION)
  const dataLines = queryString.map(({ name, value }) => `  --data-urlencode '${name}=${value}'`)
  return [address, '  --get', ...dataLines, ...options].join(LINE_CONTINUATION)
}

/** Returns JavaScript code. Query parameters precede the request, because URLs cannot wrap. */
function formatJavaScript(request: ApiRequest): string {
  const { url, queryString } = request
  if (queryString.length === 0) return `const response = await ${jsFetch.generate(request)}`
  const parameterLines = queryString.map(({ name, value }) => `  ${name}: '${value}'`).join(',\n')
  const code = jsFetch.generate({ ...request, queryString: [] }).replace(`'${url}'`, () => `\`${url}?\${query}\``)
  return `const query = new URLSearchParams({\n${parameterLines}\n})\n\nconst response = await ${code}`
}

/** Returns samples in curl, JavaScript and Python. @param siteUrl public origin of the site */
export function buildSamples(operation: ReferenceOperation, siteUrl: string): Sample[] {
  const request = buildRequest(operation, siteUrl)
  return [
    { language: 'curl', label: 'curl', highlight: 'bash', code: formatCurl(request) },
    { language: 'javascript', label: 'JavaScript', highlight: 'javascript', code: formatJavaScript(request) },
    {
      language: 'python',
      label: 'Python',
      highlight: 'python',
      code: `import requests\n\nresponse = ${pythonRequests.generate(request)}`,
    },
  ]
}
