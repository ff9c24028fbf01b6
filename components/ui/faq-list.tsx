import type { ComponentProps } from 'react'
import { Prose } from './prose.tsx'

type Faq = { _id: string; question: string | null; answer: ComponentProps<typeof Prose>['value'] }

/** Renders the questions as `<details>`, without a script. Skips unpublished questions that a draft references. */
export function FaqList({ faqs }: { faqs: (Faq | null)[] | null }) {
  const visibleFaqs = faqs?.filter((faq) => faq !== null) ?? []
  return (
    <div className="faq">
      {visibleFaqs.map(({ _id, question, answer }) => (
        <details key={_id}>
          <summary>
            {question}
            <span className="chevron" />
          </summary>
          <Prose value={answer} />
        </details>
      ))}
    </div>
  )
}
