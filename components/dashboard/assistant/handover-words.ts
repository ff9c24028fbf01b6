/** Why the vendor has not taken it, in a sentence for an owner, who need not do anything about most of it. */
export function refusalWords(code: string): string {
  const [, status = ''] = /^HTTP (\d{3})$/.exec(code) ?? []
  if (['401', '403'].includes(status)) return 'The voice service did not let us in. That is ours to put right.'
  if (status === '404') return 'The voice service does not know your assistant. That is ours to put right.'
  if (['400', '422'].includes(status))
    return 'The voice service did not accept what was sent. That is ours to put right.'
  if (status === '429') return 'The voice service had too much to do.'
  return 'The voice service did not answer as it should.'
}
