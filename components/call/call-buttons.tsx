import { CALL_ACTION, scripted } from '@/lib/dom-contract.ts'
import { HEAR_CALL_ID } from '@/lib/routes.ts'
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

type PlayButtonProps = Pick<CallProps, 'id' | 'words'> & {
  /** The one beside a hero has a round sign, and is where links to a call lead. */
  isLarge?: boolean
}

const small = 'label min-h-11 gap-2 rounded-full border border-input px-4 font-medium hover:border-foreground'
const large = 'group/play play-large'

function Sign({ icon, isLarge }: { icon: IconName; isLarge: boolean }) {
  if (!isLarge) return <Icon name={icon} size={16} />
  return (
    <span className="play-sign">
      <Icon name={icon} size={22} />
    </span>
  )
}

/** Plays the call aloud, stops and goes on; where nothing can be heard, it leads to what is said. */
export function PlayButton({ id, words, isLarge = false }: PlayButtonProps) {
  const look = isLarge ? large : small
  return (
    <>
      <button
        type="button"
        id={isLarge ? HEAR_CALL_ID : undefined}
        className={`inline-flex cursor-pointer items-center noscript:hidden ${look}`}
        {...scripted({ [CALL_ACTION]: 'play' })}
      >
        {states.map(({ shown, icon, word }) => (
          <span key={shown} className={shown}>
            <Sign icon={icon} isLarge={isLarge} />
            {words[word]}
          </span>
        ))}
      </button>
      <a href={`#${id}`} className={`hidden items-center noscript:inline-flex ${look}`}>
        <Sign icon="message" isLarge={isLarge} />
        {words.read}
      </a>
    </>
  )
}

/** Shows the whole call at once, and ends what is heard of it. */
export function FinishButton({ words }: Pick<CallProps, 'words'>) {
  return (
    <button
      type="button"
      className="call-unfinished label min-h-11 cursor-pointer rounded-full px-4 text-muted-foreground hover:text-foreground noscript:hidden"
      {...scripted({ [CALL_ACTION]: 'finish' })}
    >
      {words.finish}
    </button>
  )
}
