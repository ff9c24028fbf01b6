import type { ParsedMessage } from '../message.ts'

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Replaces links to inline images by their content, because the page loads no other resources. */
function inlineImages(html: string, attachments: ParsedMessage['attachments']): string {
  let result = html
  for (const { contentId, type, content } of attachments) {
    if (!contentId || !type.startsWith('image/')) continue
    const url = `data:${type};base64,${Buffer.from(content).toString('base64')}`
    result = result.replaceAll(new RegExp(`cid:${escapePattern(contentId)}(?=["')\\s])`, 'g'), url)
  }
  return result
}

/** Opens links in a new tab, because the frame of the page must not navigate. */
const BASE = '<base target="_blank">'

/** Returns the HTML part for the frame. The policy of the response blocks its scripts and remote resources. */
export function renderHtmlPart({ html, attachments }: ParsedMessage): string {
  const document = inlineImages(html, attachments)
  const [head] = /<head[^>]*>/i.exec(document) ?? []
  if (head) return document.replace(head, () => head + BASE)
  // A base before the doctype would switch the browser to quirks mode.
  const [doctype = ''] = /^\s*<!doctype[^>]*>/i.exec(document) ?? []
  return doctype + BASE + document.slice(doctype.length)
}
