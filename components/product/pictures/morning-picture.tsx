import { stegaClean } from 'next-sanity'
import { fill } from '../../ui/fill.tsx'
import { NightCall, toneOf } from '../night-call.tsx'
import { Phone } from './phone.tsx'
import { onlyWide, type PictureOf, type PictureProps } from './picture.ts'

/** Calls that a hero shows on a phone. */
const SHORT = 2

type Call = NonNullable<PictureOf<'morningPicture'>['calls']>[number]

const needsOwner = ({ state }: Call) => stegaClean(state) === 'needsYou'

/** States in which nothing is left to do, as in the dashboard. */
const HANDLED: ReadonlySet<Call['state']> = new Set(['booked', 'rescheduled', 'canceled'])

/** The calls of the night on a phone or as the list alone; those that need the owner stand first, as in the dashboard. */
export function MorningPicture({ picture, words, isHero }: PictureProps<'morningPicture'>) {
  const { time, sentence, calls = [] } = picture
  const labels = words.product
  const waiting = calls.filter((call) => needsOwner(call))
  const others = calls.filter((call) => !needsOwner(call))
  const rows = (some: Call[], before: number) => (
    <ul className="-mr-2 -ml-2.5">
      {some.map((call, index) => {
        const state = stegaClean(call.state)
        const urgency = stegaClean(call.urgency)
        return (
          <NightCall
            key={call._key}
            tone={toneOf({ needsOwner: state === 'needsYou', isBooked: HANDLED.has(state) })}
            time={call.time}
            words={call.words}
            attention={call.attention}
            urgency={urgency && fill(labels.wanted, { urgency: labels[urgency].toLowerCase() })}
            visit={call.window}
            state={state && labels[state]}
            className={`px-2 ${onlyWide(isHero && before + index >= SHORT)}`}
          />
        )
      })}
    </ul>
  )
  if (picture.isWindow) {
    return (
      <div className="panel p-5 pb-2 floating sm:px-7 sm:pt-6">
        <p className="mb-2 font-display text-xl leading-tight font-semibold">{sentence}</p>
        {rows([...waiting, ...others], 0)}
      </div>
    )
  }
  return (
    <Phone isCut={isHero}>
      <p className="data text-center max-sm:pt-1">{time}</p>
      <p className="mt-3 mb-2 font-display text-xl leading-tight font-semibold text-balance">{sentence}</p>
      {waiting.length > 0 && rows(waiting, 0)}
      {waiting.length > 0 && others.length > 0 && (
        <p className="mt-3 border-t pt-4 font-semibold">{labels.sinceClosed}</p>
      )}
      {others.length > 0 && rows(others, waiting.length)}
    </Phone>
  )
}
