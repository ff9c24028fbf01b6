/** Whether a path cannot be decoded: a `%` in it stands before no character of UTF-8. */
export function isMalformedPath(path: string): boolean {
  try {
    decodeURIComponent(path)
    return false
  } catch {
    // It throws for nothing else, and that is the answer.
    return true
  }
}
