import type { Words } from '@/lib/words.ts'
import type { CATEGORY_QUERY_RESULT, POST_QUERY_RESULT } from '../../sanity/types.ts'
import { ProductPicture } from '../product/product-picture.tsx'
import { Actions } from '../ui/button-link.tsx'
import { SectionHeading } from '../ui/headings.tsx'

type Category = NonNullable<NonNullable<POST_QUERY_RESULT>['category']>

type NextStepProps = { step: Category['nextStep']; className?: string }

/** What a reader of a category can try next, at the end of a post. */
export function NextStep({ step, className = '' }: NextStepProps) {
  if (!step?.heading) return null
  return (
    <section className={`max-w-text rounded-2xl bg-accent-muted p-6 sm:p-8 print:hidden ${className}`}>
      <h2 className="text-heading/[1.15]">{step.heading}</h2>
      {step.text && <p className="mt-2.5 text-muted-foreground">{step.text}</p>}
      <Actions actions={step.actions} className="mt-5" />
    </section>
  )
}

type NextStepBandProps = { step: NonNullable<CATEGORY_QUERY_RESULT>['nextStep']; words: Words }

/** The same at the end of the list of posts, as wide as the page, beside a fragment of the product. */
export function NextStepBand({ step, words }: NextStepBandProps) {
  if (!step?.heading) return null
  const { heading, text, actions, picture } = step
  return (
    <section className="ground mt-0 mb-0 print:hidden">
      <div
        className={`wrap band grid items-center gap-x-12 gap-y-8 ${picture ? 'lg:grid-cols-2' : 'lg:grid-cols-[1fr_auto]'}`}
      >
        <div>
          <SectionHeading heading={heading} text={text} />
          {picture && <Actions actions={actions} className="mt-7" />}
        </div>
        {picture ? (
          <ProductPicture picture={picture} words={words} className="lg:justify-self-end" />
        ) : (
          <Actions actions={actions} />
        )}
      </div>
    </section>
  )
}
