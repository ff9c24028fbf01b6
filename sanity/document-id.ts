/** Removes the draft or version prefix: `drafts.page-home` and `versions.r1.page-home` become `page-home`. */
export function toPublishedId(id: string): string {
  return id.replace(/^(drafts|versions\.[^.]+)\./, '')
}

/** Returns the release name of a version id: `r1` for `versions.r1.page-home`. */
export function parseRelease(id: string): string | undefined {
  return /^versions\.([^.]+)\./.exec(id)?.[1]
}
