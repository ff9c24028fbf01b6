/** `page-home` for `drafts.page-home` and `versions.r1.page-home`. */
export function publishedId(id: string): string {
  return id.replace(/^(drafts|versions\.[^.]+)\./, '')
}

/** `r1` for `versions.r1.page-home`. */
export function releaseOf(id: string): string | undefined {
  return /^versions\.([^.]+)\./.exec(id)?.[1]
}
