/** Why the vendor has not taken it, in a sentence for an owner, who need not do anything about it; codes as in `lib/voice/vendor-api.ts`. */
export function refusalWords(code: string): string {
  if (/^(http_40[13]|invalid_api_key)$/.test(code))
    return 'The voice service did not let us in. That is ours to put right.'
  if (/^http_404$|_not_found$/.test(code))
    return 'The voice service does not know your assistant. That is ours to put right.'
  return 'The voice service did not accept what was sent. That is ours to put right.'
}
