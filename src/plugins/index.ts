/** What a plugin imports to declare itself: `@/plugins`. */
export { defineClientPlugin, type AddedField, type ClientPlugin } from './ClientPlugin';
export { definePlugin, extendResource, type Extension, type Plugin } from './Plugin';
