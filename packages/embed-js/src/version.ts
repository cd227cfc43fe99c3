/** What the build writes in. */
declare const __VERSION__: string;
declare const __WIDGET_URL__: string;

/** Of the installed package, `@service/embed-sdk`: the bundler takes it from there, so that it can't differ from what is published. */
export const VERSION: string = __VERSION__;

/** The origin of the chat server that this package was built for (`SERVICE_WIDGET_URL`); of a server on this machine without one. */
export const WIDGET_URL: string = __WIDGET_URL__;
