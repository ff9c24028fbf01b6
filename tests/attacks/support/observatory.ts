import { existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { importTool, installTools, toolFile } from '../../../scripts/support/tools.ts'
import { type Read, valuesOf } from './sending.ts'

/** Scoring functions of Mozilla's HTTP Observatory. */
type Analysis = { result: string | null }
type Parts = {
  analyses: ((collected: object) => Analysis)[]
  modifierOf: (result: string) => number
  leastForExtra: number
  metaHeaders: (html: string, address: string) => Map<string, string[]>
  newJar: () => { setCookieSync: (cookie: string, address: string) => unknown }
}

const PACKAGE = '@mdn/mdn-http-observatory'

async function load(): Promise<Parts> {
  await installTools()
  // The install script, which does not run here, would download the HSTS preload list. An empty list is enough.
  const list = resolve(dirname(toolFile(`${PACKAGE}/package.json`)), 'conf/hsts-preload.json')
  if (!existsSync(list)) writeFileSync(list, '{}')
  const part = async <Part>(file: string) => (await importTool(`${PACKAGE}/src/${file}`)) as Part
  const { ALL_TESTS: analyses } = await part<{ ALL_TESTS: Parts['analyses'] }>('constants.js')
  const { getScoreModifier: modifierOf } = await part<{ getScoreModifier: Parts['modifierOf'] }>('grader/grader.js')
  const charts = await part<{ MINIMUM_SCORE_FOR_EXTRA_CREDIT: number }>('grader/charts.js')
  const { parseHttpEquivHeaders } = await part<{ parseHttpEquivHeaders: Parts['metaHeaders'] }>('retriever/utils.js')
  const { CookieJar } = (await importTool('tough-cookie')) as { CookieJar: new () => ReturnType<Parts['newJar']> }
  return {
    analyses,
    modifierOf,
    leastForExtra: charts.MINIMUM_SCORE_FOR_EXTRA_CREDIT,
    metaHeaders: parseHttpEquivHeaders,
    newJar: () => new CookieJar(),
  }
}

let parts: Promise<Parts> | undefined

/** Scores a response like a scan behind nginx's redirect from HTTP. @param address HTTPS URL of the response */
export async function observatoryScore(answer: Read, address: string): Promise<{ score: number; lost: string[] }> {
  const { analyses, modifierOf, leastForExtra, metaHeaders, newJar } = await (parts ??= load())
  const { host, hostname } = new URL(address)
  const names = new Set(answer.headers.map(([name]) => name))
  const headers = Object.fromEntries([...names].map((name) => [name, valuesOf(answer, name).join(', ')]))
  const jar = newJar()
  for (const cookie of valuesOf(answer, 'set-cookie')) jar.setCookieSync(cookie, address)
  const response = { status: answer.status, headers, verified: true, httpEquiv: metaHeaders(answer.body, address) }
  const redirects = ['http', 'https'].map((scheme) => ({ url: new URL(`${scheme}://${host}/`), status: 308 }))
  const collected = {
    hostname,
    resources: { path: answer.body },
    responses: {
      auto: response,
      https: response,
      http: response,
      cors: null,
      httpRedirects: redirects,
      httpsRedirects: redirects,
    },
    session: { jar, url: new URL(address) },
  }
  const results = analyses.map((analyse) => analyse(collected).result ?? '')
  const modifiers = results.map(modifierOf)
  const lost = results.filter((_, index) => (modifiers[index] ?? 0) < 0)
  const withoutExtra = 100 + modifiers.filter((modifier) => modifier < 0).reduce((sum, modifier) => sum + modifier, 0)
  const extra = modifiers.filter((modifier) => modifier > 0).reduce((sum, modifier) => sum + modifier, 0)
  return { score: withoutExtra >= leastForExtra ? withoutExtra + extra : withoutExtra, lost }
}
