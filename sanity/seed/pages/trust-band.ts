import * as block from '../build/blocks.ts'

/** The reasons that stand before the last call to action. docs/promises.md names the tests that keep them true. */
export const trustBand = block.trustBand({
  heading: 'What stays in your hands',
  facts: [
    {
      icon: 'message',
      title: 'It says it is automated',
      text: 'At the start of a call, and to whoever asks.',
    },
    {
      icon: 'shield',
      title: 'It only reads',
      text: 'Until you switch writing on for a system.',
    },
    {
      icon: 'clock',
      title: 'You set how long calls are kept',
      text: 'In days. The night after, they are deleted.',
    },
    {
      icon: 'phone',
      title: 'Off with one call',
      text: 'To your phone company. You keep your number.',
    },
  ],
})

/** The place for what a customer said: empty, and so not on the page, until one has said something. */
export const customerQuote = block.testimonials('What a customer says about it', [])
