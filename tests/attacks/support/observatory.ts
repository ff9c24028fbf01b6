import { existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { importTool, installTools, resolveToolFile } from '../../../scripts/support/tools.ts'
import { type ParsedResponse, getHeaderValues } from './raw-requests.ts'

/** Scoring functions of Mozilla's HTTP Observatory. */
type Analysis = { result: string | null }
type ObservatoryModules = {
  analyses: ((collected: object) => Analysis)[]
  modifierOf: (result: string) => number
  minScoreForBonus: number
  metaHeaders: (html: string, address: string) => Map<string, string[]>
  newJar: () => { setCookieSync: (cookie: string, address: string) => unknown }
}

const PACKAGE_NAME = '@mdn/mdn-http-observatory'

async function loadObservatory(): Promise<ObservatoryModules> {
  await installTools()
  // The install script, which does not run here, would download the HSTS preload list. An empty list is enough.
  const list = resolve(dirname(resolveToolFile(`${PACKAGE_NAME}/package.json`)), 'conf/hsts-preload.json')
  if (!existsSync(list)) writeFileSync(list, '{}')
  const importPart = async <Part>(file: string) => (await importTool(`${PACKAGE_NAME}/src/${file}`)) as Part
  const { ALL_TESTS: analyses } = await importPart<{ ALL_TESTS: ObservatoryModules['analyses'] }>('constants.js')
  const { getScoreModifier: modifierOf } = await importPart<{ getScoreModifier: ObservatoryModules['modifierOf'] }>(
    'grader/grader.js',
  )
  const charts = await importPart<{ MINIMUM_SCORE_FOR_EXTRA_CREDIT: number }>('grader/charts.js')
  const { parseHttpEquivHeaders } = await importPart<{ parseHttpEquivHeaders: ObservatoryModules['metaHeaders'] }>(
    'retriever/utils.js',
  )
  const { CookieJar } = (await importTool('tough-cookie')) as {
    CookieJar: new () => ReturnType<ObservatoryModules['newJar']>
  }
  return {
    analyses,
    modifierOf,
    minScoreForBonus: charts.MINIMUM_SCORE_FOR_EXTRA_CREDIT,
    metaHeaders: parseHttpEquivHeaders,
    newJar: () => new CookieJar(),
  }
}

let parts: Promise<ObservatoryModules> | undefined

/** Scores a response like a scan behind nginx's redirect from HTTP. @param address HTTPS URL of the response */
export async function scoreWithObservatory(
  siteResponse: ParsedResponse,
  address: string,
): Promise<{ score: number; failedTests: string[] }> {
  const { analyses, modifierOf, minScoreForBonus, metaHeaders, newJar } = await (parts ??= loadObservatory())
  const { host, hostname } = new URL(address)
  const names = new Set(siteResponse.headers.map(([name]) => name))
  const headers = Object.fromEntries([...names].map((name) => [name, getHeaderValues(siteResponse, name).join(', ')]))
  const jar = newJar()
  for (const cookie of getHeaderValues(siteResponse, 'set-cookie')) jar.setCookieSync(cookie, address)
  const response = {
    status: siteResponse.status,
    headers,
    verified: true,
    httpEquiv: metaHeaders(siteResponse.body, address),
  }
  const redirects = ['http', 'https'].map((scheme) => ({ url: new URL(`${scheme}://${host}/`), status: 308 }))
  const scanData = {
    hostname,
    resources: { path: siteResponse.body },
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
  const results = analyses.map((analyze) => analyze(scanData).result ?? '')
  const modifiers = results.map(modifierOf)
  const failedTests = results.filter((_, index) => (modifiers[index] ?? 0) < 0)
  const baseScore = 100 + modifiers.filter((modifier) => modifier < 0).reduce((sum, modifier) => sum + modifier, 0)
  const bonus = modifiers.filter((modifier) => modifier > 0).reduce((sum, modifier) => sum + modifier, 0)
  return { score: baseScore >= minScoreForBonus ? baseScore + bonus : baseScore, failedTests }
}
