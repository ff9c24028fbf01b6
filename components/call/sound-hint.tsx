import type { CallProps } from './call.ts'

/** What is heard of a call, or that nothing can be: the style sheet shows which of them holds. */
export function SoundHint({
  call: { recording },
  words,
  className = '',
}: Pick<CallProps, 'call' | 'words' | 'className'>) {
  // Only what `npm run recordings` has made has timings, and it is synthetic speech; an editor's file has none.
  const heard = recording?.timings ? words.synthetic : words.recording
  return (
    <p className={`text-sm text-muted-foreground noscript:hidden print:hidden ${className}`}>
      {recording?.file && <span className="call-recording-hint">{heard}</span>}
      <span className="call-voices-hint">{words.voices}</span>
      <span className="call-silent-hint">{words.silent}</span>
    </p>
  )
}
