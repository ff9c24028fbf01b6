/** Written by `npm run recordings`: path, transcript hash, length and line start times of the recorded sample call. */
export const RECORDING = {
  path: '/demo/no-heat-at-2-am.mp3',
  lines: 'bef99e69f80b76c6',
  seconds: 62,
  starts: [0.6, 7.1, 12.8, 19.7, 24.5, 28.7, 31.5, 35.4, 38.2, 47.9, 51.5],
}
