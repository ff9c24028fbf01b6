import { Tokenizer } from 'htmlparser2'

const splitNames = (list: string) => new Set(list.split(' '))

/** Tag names that identify a string as HTML. Plain text such as `<y and z>` does not match. */
const ELEMENT_NAMES = splitNames(
  'a abbr address article aside b bdi bdo big blockquote body br button caption center cite code col colgroup dd del details dfn div dl dt em embed figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label li link main mark meta nav noscript object ol option p picture pre q s samp script section select small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr u ul var video',
)

const BLOCK_ELEMENT_NAMES = splitNames(
  'address article aside blockquote br caption dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul',
)

const HIDDEN_ELEMENT_NAMES = splitNames('iframe script style template')

const ignore = () => {}

/**
 * Extracts the visible text of HTML, one line per block.
 * Returns undefined if the string contains no HTML elements or comments.
 * Uses a tokenizer, which runs in linear time even with unclosed elements.
 */
export function extractHtmlLines(html: string): string[] | undefined {
  const lines = ['']
  let isHtml = false
  let tag = ''
  let hiddenTag: string | undefined

  const append = (text: string) => {
    if (hiddenTag === undefined) lines.push(`${lines.pop()}${text}`)
  }
  const readTagName = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const handleTag = () => {
    if (ELEMENT_NAMES.has(tag)) isHtml = true
    if (BLOCK_ELEMENT_NAMES.has(tag)) lines.push('')
  }
  const handleOpenTag = () => {
    handleTag()
    if (HIDDEN_ELEMENT_NAMES.has(tag)) hiddenTag ??= tag
  }

  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => append(html.slice(start, end)),
      ontextentity: (code) => append(String.fromCodePoint(code)),
      onopentagname: (start, end) => {
        tag = readTagName(start, end)
      },
      onopentagend: handleOpenTag,
      onselfclosingtag: handleOpenTag,
      onclosetag: (start, end) => {
        tag = readTagName(start, end)
        handleTag()
        if (tag === hiddenTag) hiddenTag = undefined
      },
      // The tokenizer also reports `</3` as a comment.
      oncomment: (start) => {
        if (html.startsWith('<!--', start - 4)) isHtml = true
      },
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  if (!isHtml) return undefined
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).filter((line) => line !== '')
}
