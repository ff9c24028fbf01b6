import { createCssVariablesTheme, createHighlighterCoreSync, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import bash from 'shiki/langs/bash.mjs'
import css from 'shiki/langs/css.mjs'
import html from 'shiki/langs/html.mjs'
import http from 'shiki/langs/http.mjs'
import javascript from 'shiki/langs/javascript.mjs'
import json from 'shiki/langs/json.mjs'
import python from 'shiki/langs/python.mjs'
import typescript from 'shiki/langs/typescript.mjs'
import yaml from 'shiki/langs/yaml.mjs'

/** Display names of languages. All except plain text have a grammar above. */
const LANGUAGE_NAMES = new Map([
  ['bash', 'Shell'],
  ['css', 'CSS'],
  ['html', 'HTML'],
  ['http', 'HTTP'],
  ['javascript', 'JavaScript'],
  ['json', 'JSON'],
  ['python', 'Python'],
  ['text', 'Text'],
  ['typescript', 'TypeScript'],
  ['yaml', 'YAML'],
])

const PLAIN_LANGUAGE = 'text'

/** Maximum length of highlighted code. Longer code stays plain, because highlighting blocks the server. */
const MAX_CHARACTERS = 20_000

const CLASS_PREFIX = 'shiki-'
const TOKEN_VARIABLE_PATTERN = new RegExp(`^var\\(--${CLASS_PREFIX}token-([a-z-]+)\\)$`)

/** Part of a code line. `kind` is `keyword`, `string`, …; undefined for plain text. */
export type Token = { text: string; kind: string | undefined }

let highlighter: HighlighterCore | undefined

function getHighlighter(): HighlighterCore {
  highlighter ??= createHighlighterCoreSync({
    langs: [bash, css, html, http, javascript, json, python, typescript, yaml],
    themes: [createCssVariablesTheme({ name: 'tokens', variablePrefix: `--${CLASS_PREFIX}` })],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  return highlighter
}

function appendToken(tokens: Token[], text: string, kind: string | undefined): void {
  const last = tokens.at(-1)
  if (last && (last.kind === kind || text.trim() === '')) last.text += text
  else tokens.push({ text, kind })
}

export const getLanguageName = (language: string | null | undefined) =>
  LANGUAGE_NAMES.get(language ?? PLAIN_LANGUAGE) ?? language ?? ''

export function highlight(code: string, language: string | null | undefined): Token[] {
  const isSupported = language && language !== PLAIN_LANGUAGE && LANGUAGE_NAMES.has(language)
  if (!isSupported || code.length > MAX_CHARACTERS) return [{ text: code, kind: undefined }]
  const tokens: Token[] = []
  // The time limit is off, because on a busy machine the first listing would be cached half highlighted.
  const lines = getHighlighter().codeToTokensBase(code, { lang: language, theme: 'tokens', tokenizeTimeLimit: 0 })
  lines.forEach((line, index) => {
    if (index > 0) appendToken(tokens, '\n', undefined)
    for (const { content, color } of line) appendToken(tokens, content, TOKEN_VARIABLE_PATTERN.exec(color ?? '')?.[1])
  })
  return tokens
}
