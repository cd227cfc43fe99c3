/** The shop's pictures, drawn: no photographs to fetch, and they follow light and dark through the style sheet's classes. */

const sole = (y) =>
  `<path class="sole" d="M38 ${y}c40 6 150 6 214-2 8-1 12 4 11 10-1 7-7 10-15 11-60 6-150 6-205 0-8-1-12-19-5-19Z"/>`;

const SHAPES = {
  boot: `<path class="upper" d="M70 40c20-8 55-9 78-4 4 24 6 46 22 58 18 13 52 16 72 28 12 7 18 18 16 26-66 9-158 9-212 0-6-38 12-72 24-108Z"/><path class="line" d="M72 52c24-6 54-6 78-2M150 62l-22 6M154 76l-24 7M161 89l-25 8M172 99l-24 9M58 112c30 10 60 12 92 6"/>`,
  shoe: `<path class="upper" d="M58 92c26 6 52-2 70-16 26 20 66 24 100 38 16 6 26 18 24 30-66 8-152 8-208 0-4-20 2-40 14-52Z"/><path class="line" d="M128 76c-6 14-4 24 4 32M148 90l-16 12M166 99l-15 13M186 106l-12 14M56 120c30 8 70 10 100 6"/>`,
  jacket: `<path class="upper" d="M110 34c18 14 62 14 80 0l46 24 26 88-34 10-18-46v80H90v-80l-18 46-34-10 26-88 46-24Z"/><path class="line" d="M150 46v144M110 34c8 24 72 24 80 0M104 150h30M166 150h30"/>`,
  pack: `<path class="upper" d="M98 60c0-26 104-26 104 0l12 26c6 34 6 74-2 104H88c-8-30-8-70-2-104l12-26Z"/><path class="line" d="M120 46c0-22 60-22 60 0M98 98h104M112 124h76v44h-76zM150 124v20"/>`,
};

/** A product on its hill. `tone` is a number of a palette in the style sheet. */
export function productPicture(shape, tone) {
  return `<svg class="picture tone-${tone}" viewBox="0 0 300 220" role="img" aria-hidden="true"><rect class="sky" width="300" height="220"/><circle class="sun" cx="232" cy="58" r="26"/><path class="far" d="M0 132c60-34 96-22 150-8s96-26 150-30v126H0Z"/><path class="near" d="M0 172c70-22 130-6 180-2s80-10 120-14v64H0Z"/>${SHAPES[shape]}${shape === 'boot' || shape === 'shoe' ? sole(shape === 'boot' ? 148 : 144) : ''}</svg>`;
}

export const heroPicture = `<svg class="hero-picture" viewBox="0 0 1200 520" preserveAspectRatio="xMidYMid slice" role="img" aria-hidden="true"><rect class="sky" width="1200" height="520"/><circle class="sun" cx="900" cy="150" r="62"/><path class="l1" d="M0 300 130 210l90 60 140-130 120 120 110-80 150 120 120-70 140 90 200-130v330H0Z"/><path class="l2" d="M0 360c120-60 220-40 340 0s240-70 380-30 300-30 480-10v200H0Z"/><path class="water" d="M0 410c200-20 340 20 560 6s400-26 640 0v104H0Z"/><path class="l3" d="M0 470c180-50 300-20 470-6s420-50 730-10v66H0Z"/><g class="hut"><path d="M232 388h96v54h-96z"/><path class="roof" d="M222 392l58-42 58 42z"/><path class="window" d="M268 404h24v38h-24z"/></g></svg>`;
