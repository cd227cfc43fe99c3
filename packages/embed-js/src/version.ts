/** The installed version. The bundler writes it in from package.json, so that it can't differ from what was published. */
declare const __VERSION__: string;

/** Of the installed package. */
export const VERSION: string = __VERSION__;
