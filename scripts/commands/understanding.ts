import { main } from '../support/progress.ts'
import { measureUnderstanding, type Score } from '../build/understanding-report.ts'

const formatPercent = (share: number): string =>
  (Number.isNaN(share) ? '-' : `${(share * 100).toFixed(1)} %`).padStart(9)

const formatRow = ({ name, sentences, precision, recall }: Score): string =>
  `  ${name.padEnd(20)}${String(sentences).padStart(6)}${formatPercent(precision)}${formatPercent(recall)}`

/** `npm run understanding`: prints precision and recall of dangers, intents and spoken numbers on the corpus. */
await main(async () => {
  for (const language of ['en', 'es']) {
    for (const part of ['known', 'held-out']) {
      const { danger, dangers, intentAccuracy, intents, zips, phones } = measureUnderstanding(language, part)
      console.log(
        [
          `\n${language}, ${part} part${' '.repeat(14)}sentences precision recall`,
          ...[danger, ...dangers, ...intents].map(formatRow),
          `  intents correct    ${formatPercent(intentAccuracy)}, ZIP codes ${formatPercent(zips).trim()}, phones ${formatPercent(phones).trim()}`,
        ].join('\n'),
      )
    }
  }
})
