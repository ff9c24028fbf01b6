import { resolve } from 'node:path'
import { main, runStep } from '../support/progress.ts'
import { rewriteSeed } from '../support/seed.ts'
import { root } from '../support/settings.ts'

/** `npm run seed`: writes the sample content for `sanity dataset import`. */
await main(async () => {
  const folder = resolve(root, '.data/seed')
  await runStep('Writing the sample content', () => rewriteSeed(folder))
  console.log(
    [
      `\nWritten to ${folder}. To import it into a hosted dataset after npm run webhook:\n`,
      `  tar czf .data/seed.tar.gz -C .data seed`,
      `  cd studio && npx sanity login`,
      `  SANITY_STUDIO_PROJECT_ID=<id> npx sanity dataset import ../.data/seed.tar.gz --dataset production --replace\n`,
    ].join('\n'),
  )
})
