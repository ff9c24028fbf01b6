/** The id all versions of a document share: `drafts.page-home` and `versions.r1.page-home` are versions of `page-home`. */
export function publishedId(id: string): string {
  return id.replace(/^(drafts|versions\.[^.]+)\./, '')
}

/** The release that a version belongs to: `r1` of `versions.r1.page-home`. */
export function releaseOf(id: string): string | undefined {
  return /^versions\.([^.]+)\./.exec(id)?.[1]
}
