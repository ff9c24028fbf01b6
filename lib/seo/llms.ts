type Link = { name: string; path: string; description?: string | null | undefined }

/** What llms.txt says; sections without a link are left out. */
export type LlmsContent = {
  name: string
  summary: string | null | undefined
  sections: { title: string; links: Link[] }[]
}

/** One line, in which Markdown finds no link of its own. */
const line = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[[\]]/g, '').trim()

/** The text of llms.txt in the form of https://llmstxt.org. */
export function llmsText(siteUrl: string, { name, summary, sections }: LlmsContent): string {
  const listed = sections
    .filter(({ links }) => links.length > 0)
    .map(({ title, links }) => {
      const rows = links.map((link) => {
        const description = link.description ? `: ${line(link.description)}` : ''
        return `- [${line(link.name)}](${new URL(link.path, siteUrl).href})${description}`
      })
      return `## ${title}\n\n${rows.join('\n')}`
    })
  const head = [`# ${line(name)}`, ...(summary ? [`> ${line(summary)}`] : [])]
  return `${[...head, ...listed].join('\n\n')}\n`
}
