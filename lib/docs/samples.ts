import { jsFetch } from '@scalar/snippetz/plugins/js/fetch'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl'
import type { ReferenceOperation, ReferenceParameter } from './reference.ts'

/** Stands for a key in the samples. */
const SAMPLE_KEY = 'dw_YOUR_KEY'

const JSON_TYPE = 'application/json'

/** A request in a programming language, to copy. */
export type Sample = { language: 'curl' | 'javascript' | 'python'; label: string; highlight: string; code: string }

type Pair = { name: string; value: string }

const fieldsIn = ({ parameters }: ReferenceOperation, place: string): ReferenceParameter[] =>
  parameters.find((group) => group.place === place)?.fields ?? []

/** Parameters that have an example. */
const exemplified = (operation: ReferenceOperation, place: string): Pair[] =>
  fieldsIn(operation, place)
    .filter(({ example }) => example !== undefined)
    .map(({ name, example }) => ({ name, value: String(example) }))

/** A request as an HTTP archive has it, of which samples are made. */
function requestOf(operation: ReferenceOperation, siteUrl: string) {
  const { method, path, scope, body } = operation
  const ids = exemplified(operation, 'path')
  return {
    method,
    url: siteUrl + ids.reduce((address, { name, value }) => address.replace(`{${name}}`, value), path),
    headers: [
      ...(scope ? [{ name: 'Authorization', value: `Bearer ${SAMPLE_KEY}` }] : []),
      ...(body ? [{ name: 'Content-Type', value: JSON_TYPE }] : []),
      ...exemplified(operation, 'header'),
    ],
    queryString: exemplified(operation, 'query'),
    ...(body && { postData: { mimeType: JSON_TYPE, text: JSON.stringify(body.example) } }),
  }
}

/** The same request for the command line, JavaScript and Python. @param siteUrl public origin of the site */
export function samplesOf(operation: ReferenceOperation, siteUrl: string): Sample[] {
  const request = requestOf(operation, siteUrl)
  return [
    { language: 'curl', label: 'curl', highlight: 'bash', code: shellCurl.generate(request) },
    {
      language: 'javascript',
      label: 'JavaScript',
      highlight: 'javascript',
      code: `const response = await ${jsFetch.generate(request)}`,
    },
    {
      language: 'python',
      label: 'Python',
      highlight: 'python',
      code: `import requests\n\nresponse = ${pythonRequests.generate(request)}`,
    },
  ]
}
