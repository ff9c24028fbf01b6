import { CALL_PLAY, scripted } from '@/lib/dom-contract.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { CallProps } from './call.ts'

/** What play does next, by the state of the call; the style sheet shows one of them. */
const states = [
  { shown: 'call-ready', icon: 'play', word: 'hear' },
  { shown: 'call-silent', icon: 'message', word: 'read' },
  { shown: 'call-playing', icon: 'pause', word: 'pause' },
  { shown: 'call-paused', icon: 'play', word: 'resume' },
  { shown: 'call-over', icon: 'play', word: 'again' },
] as const satisfies { shown: string; icon: IconName; word: keyof CallProps['words'] }[]

const Sign = ({ icon }: { icon: IconName }) => (
  <span className="play-sign">
    <Icon name={icon} size={22} />
  </span>
)

/** Leads to what is said in the call. */
export function ReadLink({ id, words, className }: Pick<CallProps, 'id' | 'words'> & { className: string }) {
  return (
    <a href={`#${id}`} className={`group/play play items-center ${className}`}>
      <Sign icon="message" />
      {words.read}
    </a>
  )
}

type PlayButtonProps = Pick<CallProps, 'id' | 'words'> & {
  /** Its own id, where links to a call lead. */
  anchor: string | undefined
}

/** Plays the call aloud, stops and goes on; where nothing can be heard, it leads to what is said. */
export function PlayButton({ id, words, anchor }: PlayButtonProps) {
  return (
    <>
      <button
        type="button"
        id={anchor}
        className="group/play play inline-flex cursor-pointer items-center noscript:hidden"
        {...scripted({ [CALL_PLAY]: '' })}
      >
        {states.map(({ shown, icon, word }) => (
          <span key={shown} className={shown}>
            <Sign icon={icon} />
            {words[word]}
          </span>
        ))}
      </button>
      <ReadLink id={id} words={words} className="hidden noscript:inline-flex" />
    </>
  )
}
