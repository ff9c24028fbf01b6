import { Phone } from './phone.tsx'
import type { PictureProps } from './picture.ts'

/** The text that wakes the technician on call, on a locked phone. */
export function PagingPicture({ picture, words }: PictureProps<'pagingPicture'>) {
  const { time, day, sender, headline, address, fee, answers = [] } = picture
  const labels = words.product
  const fields = [
    { label: labels.address, value: address },
    { label: labels.window, value: picture.window },
    { label: labels.fee, value: fee },
  ].filter(({ value }) => value)
  return (
    <Phone>
      <p className="text-center font-display text-title font-semibold figures sm:mt-4 sm:text-figure">{time}</p>
      <p className="text-center text-muted-foreground sm:mt-2">{day}</p>
      <div className="mt-4 overflow-hidden rounded-2xl border border-primary/50 bg-card sm:mt-10">
        <div className="p-4">
          <p className="text-muted-foreground">{sender}</p>
          <p className="mt-1 text-base leading-snug font-semibold text-primary">{headline}</p>
          {fields.length > 0 && (
            <dl className="mt-2">
              {/* Beside a text on a tablet the phone is narrow: each value stands below its label. */}
              {fields.map(({ label, value }) => (
                <div key={label} className="note-field md:max-lg:block">
                  <dt className="text-muted-foreground">{label}</dt>
                  <dd className="min-w-0 font-medium">{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        {answers.length > 0 && (
          <ul className="flex border-t text-center font-semibold">
            {answers.map((answer) => (
              <li key={answer} className="flex-1 p-3 not-first:border-l">
                {answer}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Phone>
  )
}
