type Link = { name: string; path: string; description?: string | null | undefined }

type Section = {
  title: string
  links: Link[]
  /** Total number of entries, and the path of the full list. */
  total?: number
  rest?: string
}

export type LlmsContent = {
  name: string
  summary: string | null | undefined
  sections: Section[]
}

/** Removes line breaks and brackets, so that Markdown renderers find no link in the text. */
const toPlainLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[[\]]/g, '').trim()

/** Builds the llms.txt file. Format: https://llmstxt.org */
export function buildLlmsText(siteUrl: string, { name, summary, sections }: LlmsContent): string {
  const sectionTexts = sections
    .filter(({ links }) => links.length > 0)
    .map(({ title, links, total = links.length, rest }) => {
      const rows = links.map((link) => {
        const description = link.description ? `: ${toPlainLine(link.description)}` : ''
        return `- [${toPlainLine(link.name)}](${new URL(link.path, siteUrl).href})${description}`
      })
      const remainingCount = total - links.length
      const moreLinks = remainingCount > 0 && rest ? [`- [${remainingCount} more](${new URL(rest, siteUrl).href})`] : []
      return `## ${title}\n\n${[...rows, ...moreLinks].join('\n')}`
    })
  const headerLines = [`# ${toPlainLine(name)}`, ...(summary ? [`> ${toPlainLine(summary)}`] : [])]
  return `${[...headerLines, ...sectionTexts].join('\n\n')}\n`
}
