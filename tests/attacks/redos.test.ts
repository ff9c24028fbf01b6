import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { check as checkPattern } from 'recheck'
import { expect } from 'vitest'
import { root } from '../../scripts/support/settings.ts'
import { check } from '../support/check.ts'
import { mapConcurrently } from '../support/until.ts'

const SOURCE_GLOBS = ['{app,browser,components,lib,sanity,server}/**/*.{ts,tsx}', '*.ts']

/** Limits of recheck. Its time limits are off, because on a slow machine they report safe patterns as vulnerable. */
const RECHECK_LIMITS = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null, timeout: 240_000 }

const CHECK_TIMEOUT_MS = 900_000

const CONCURRENCY = 2

/** Patterns with quadratic runtime, and the reason why their input is short or trusted. */
const BOUNDED_PATTERNS: Record<string, string> = {
  '/[A-Z]?[a-z]+$/': 'field names in the sample content script',
  '/\\/+$/': 'URLs in environment variables',
  '/^mailto:[^@?/]+@[^@?/]+\\.[^@?/]{2,}(\\?.*)?$/i': 'a URL typed by an editor in the Studio',
  '/[\\s,;:.–—-]+$/': 'truncated to headline length first',
  '/<link\\b(?=[^>]*\\brel="preload")(?=[^>]*\\bas="script")[^>]*>/gi':
    'HTML of the site, where content has no unescaped <',
  '/<script\\b[^>]*\\ssrc="\\/_next\\/static\\/[^"]*"[^>]*><\\/script>/gi':
    'HTML of the site, where content has no unescaped <',
  '/<script\\b[^>]*>(?:\\(self\\.__next_f=self\\.__next_f\\|\\|\\[\\]\\)|self\\.__next_f|\\(globalThis\\["TURBOPACK"\\])[\\s\\S]*?<\\/script>/g':
    'HTML of the site, where content has no unescaped <',
  '/<script\\b([^>]*)>([\\s\\S]*?)<\\/script>/gi': 'HTML of the site, where content has no unescaped <',
  '/<form\\b[^>]*\\bid="contact"[\\s\\S]*?<\\/form>/': 'HTML of the site, where content has no unescaped <',
  "/\\b\\d{1,6}\\s{1,3}(?:[\\p{L}.'’-][\\p{L}\\d.'’-]{0,30}\\s{1,3}|\\d{1,3}(?:st|nd|rd|th)?\\s{1,3}){1,5}?(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|boulevard|blvd|(?<!the\\s)way|place|pl|terrace|ter|parkway|pkwy|circle|cir|highway|hwy|calle|avenida)\\b\\.?(?:[\\s,]{1,3}(?:apt|apartment|unit|suite|apartamento|#)\\s{0,2}\\w+)?/iu":
    'matches at most five words of 31 letters after each number',
  "/(?<!\\p{L})(?:calle|avenida|av|paseo|camino)\\.?\\s{1,3}(?:[\\p{L}.'’-]{1,30}\\s{1,3}){1,4}(?:n[uú]mero\\s{1,3})?\\d{1,6}\\b|\\b\\d{1,6}\\s{1,3}(?:de\\s{1,3})?(?:la\\s{1,3})?(?:calle|avenida|av)\\.?\\s{1,3}[\\p{L}.'’-]{1,30}/iu":
    'matches at most four words of 30 letters after each street',
  '/^(.*?)[\\s,;(]*(?:\\bext(?:n|ensi[oó]n)?\\b|ext|x|#|[,;])[\\s.:#=]*(\\d{1,10})\\s*[#)]?$/i':
    'MAX_LENGTH of lib/values/typed-phone.ts: 200 characters',
  '/[^\\s<>"\'(]+@[^\\s<>"\')]+/g': 'MAX_READ of lib/platform/log/log-error.ts: 4,000 characters',
  '/\\?[^\\s"\')]*=[^\\s"\')]*/g': 'MAX_READ of lib/platform/log/log-error.ts: 4,000 characters',
  '/^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$/gu': 'a search query of at most 200 characters',
  '/^[^\\p{L}\\p{N}+]+|[^\\p{L}\\p{N}]+$/gu': 'a search query of at most 200 characters',
  '/^\\s*(?:--.*\\n|\\s)*(\\w+)/': 'SQL statements in the code',
  '/\\/npm\\/@clerk\\/[^?#]+\\.js/': 'script URLs of a page, in the browser',
}

const FUNCTION_PATTERNS: Record<string, [source: string, flags: string][]> = {
  'app/api/_forms/form-page.ts': [[String.raw`<form\b[^>]*\bid="contact"[\s\S]*?<\/form>`, '']],
  // The component takes its pattern from lib/site/ui-copy.ts.
  'components/ui/fill.tsx': [],
  'lib/dashboard/leads/mentions.ts': [[String.raw`@(Sam Reyes|Sam)(?![\p{L}\p{N}])`, 'gu']],
  'lib/site/search/text.ts': [[String.raw`(?<![\p{L}\p{N}])(?:one|two)[\p{L}\p{N}]*`, 'giu']],
  'server/route-names.ts': [['^/blog/([^/]+?)(?:/)?$', '']],
}

type PatternFiles = Map<string, Set<string>>

function findPatterns(files: string[]): { literals: PatternFiles; makers: string[] } {
  const literals: PatternFiles = new Map()
  const makers = new Set<string>()
  for (const file of files) {
    const addMaker = ({ callee }: { callee: Expression }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') makers.add(file)
    }
    new Visitor({
      Literal: (node) => {
        if (!('regex' in node)) return
        const key = `/${node.regex.pattern}/${node.regex.flags}`
        literals.set(key, (literals.get(key) ?? new Set()).add(file))
      },
      NewExpression: addMaker,
      CallExpression: addMaker,
    }).visit(parseSync(file, readFileSync(resolve(root, file), 'utf8')).program)
  }
  return { literals, makers: [...makers] }
}

// Shared by retries, because modules create their patterns only on the first import.
const runtimePatterns: PatternFiles = new Map()

async function recordRuntimePatterns(files: string[]): Promise<void> {
  const OriginalRegExp = globalThis.RegExp
  const recordPattern = (file: string, pattern: RegExp) =>
    runtimePatterns.set(String(pattern), (runtimePatterns.get(String(pattern)) ?? new Set()).add(file))
  globalThis.RegExp = new Proxy(OriginalRegExp, {
    construct(target, args: ConstructorParameters<typeof RegExp>) {
      const pattern = new target(...args)
      // The third stack line is the caller. Patterns from libraries are ignored.
      const caller = new Error('Stack trace').stack?.split('\n')[2] ?? ''
      for (const file of files) if (caller.includes(file)) recordPattern(file, pattern)
      return pattern
    },
  })
  try {
    for (const file of files) await import(pathToFileURL(resolve(root, file)).href)
  } finally {
    globalThis.RegExp = OriginalRegExp
  }
}

const isBounded = (pattern: string): boolean => Object.hasOwn(BOUNDED_PATTERNS, pattern)

check(
  {
    what: 'Regular expressions',
    tried: 'analyzed every pattern of the server, the pages and the Studio with recheck',
    expected: 'has no slow pattern, except on input of limited length',
    timeout: CHECK_TIMEOUT_MS,
  },
  async () => {
    const { literals, makers } = findPatterns(
      globSync(SOURCE_GLOBS, { cwd: root, exclude: (name) => name.endsWith('.d.ts') }),
    )
    const importedMakers = makers.filter((file) => !Object.hasOwn(FUNCTION_PATTERNS, file))
    await recordRuntimePatterns(importedMakers)
    expect(importedMakers.filter((file) => ![...runtimePatterns.values()].some((files) => files.has(file)))).toEqual([])
    const functionPatterns = Object.entries(FUNCTION_PATTERNS).flatMap(([file, patterns]) =>
      patterns.map(([source, flags]) => [String(new RegExp(source, flags)), new Set([file])] as const),
    )
    const allPatterns = new Map([...literals, ...runtimePatterns, ...functionPatterns])
    const verdicts = await mapConcurrently(
      [...allPatterns.keys()].filter((pattern) => !isBounded(pattern)),
      async (pattern) => {
        const end = pattern.lastIndexOf('/')
        const { status } = await checkPattern(pattern.slice(1, end), pattern.slice(end + 1), RECHECK_LIMITS)
        return { pattern, status, files: [...(allPatterns.get(pattern) ?? [])].join(' ') }
      },
      CONCURRENCY,
    )
    expect(verdicts.filter(({ status }) => status !== 'safe')).toEqual([])
    expect(Object.keys(BOUNDED_PATTERNS).filter((pattern) => !allPatterns.has(pattern))).toEqual([])
    return `${verdicts.length} of ${allPatterns.size} safe, ${allPatterns.size - verdicts.length} with bounded input`
  },
)
