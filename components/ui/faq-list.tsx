import type { ComponentProps } from 'react'
import { Prose } from './prose.tsx'

type Faq = { _id: string; question: string | null; answer: ComponentProps<typeof Prose>['value'] }

/** Questions that open in place, without a script. A question that a draft refers to but nobody published is left out. */
export function FaqList({ faqs }: { faqs: (Faq | null)[] | null }) {
  const known = faqs?.filter((faq) => faq !== null) ?? []
  return (
    <div className="border-t border-line">
      {known.map(({ _id, question, answer }) => (
        <details key={_id} className="group border-b border-line">
          <summary className="flex min-h-14 items-center justify-between gap-6 py-4 text-lg font-medium leading-snug">
            {question}
            <span className="chevron" />
          </summary>
          <Prose value={answer} className="pb-7 text-muted" />
        </details>
      ))}
    </div>
  )
}
