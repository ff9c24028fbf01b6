import { callsScript } from '@/lib/browser-bundles.js'
import { CALL_PLAY_ATTRIBUTE, toScriptAttributes } from '@/lib/dom-contract.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { CallProps } from './call.ts'

const CALLS_SCRIPT_HTML = { __html: callsScript }

/** Renders an inline script that records a click on play until the lazily loaded player is ready. */
export const CallScript = () => (
  <script type="text/javascript" suppressHydrationWarning dangerouslySetInnerHTML={CALLS_SCRIPT_HTML} />
)

export function SoundHint({
  call: { recording },
  labels,
  className = '',
}: Pick<CallProps, 'call' | 'labels' | 'className'>) {
  // Only recordings from `npm run recordings` have timings. Their voices are synthetic.
  const hint = recording?.timings ? labels.synthetic : labels.recording
  return (
    <p className={`text-sm text-muted-foreground noscript:hidden print:hidden ${className}`}>
      {recording?.file && <span className="call-recording-hint">{hint}</span>}
      <span className="call-voices-hint">{labels.voices}</span>
      <span className="call-silent-hint">{labels.silent}</span>
    </p>
  )
}

const states = [
  { shown: 'call-ready', icon: 'play', word: 'hear' },
  { shown: 'call-silent', icon: 'message', word: 'read' },
  { shown: 'call-playing', icon: 'pause', word: 'pause' },
  { shown: 'call-paused', icon: 'play', word: 'resume' },
  { shown: 'call-over', icon: 'play', word: 'again' },
] as const satisfies { shown: string; icon: IconName; word: keyof CallProps['labels'] }[]

const StateIcon = ({ icon }: { icon: IconName }) => (
  <span className="play-sign">
    <Icon name={icon} size={22} />
  </span>
)

export function ReadLink({ id, labels, className }: Pick<CallProps, 'id' | 'labels'> & { className: string }) {
  return (
    <a href={`#${id}`} className={`group/play play items-center ${className}`}>
      <StateIcon icon="message" />
      {labels.read}
    </a>
  )
}

type PlayButtonProps = Pick<CallProps, 'id' | 'labels'> & {
  anchor: string | undefined
}

/** Renders the play button or, without scripts, a link to the transcript. */
export function PlayButton({ id, labels, anchor }: PlayButtonProps) {
  return (
    <>
      <button
        type="button"
        id={anchor}
        className="group/play play inline-flex cursor-pointer items-center noscript:hidden"
        {...toScriptAttributes({ [CALL_PLAY_ATTRIBUTE]: '' })}
      >
        {states.map(({ shown, icon, word }) => (
          <span key={shown} className={shown}>
            <StateIcon icon={icon} />
            {labels[word]}
          </span>
        ))}
      </button>
      <ReadLink id={id} labels={labels} className="hidden noscript:inline-flex" />
    </>
  )
}
