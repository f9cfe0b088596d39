import theme from 'vitepress/theme-without-fonts';
import './fonts.css';

/** The theme of the site, in the fonts of the reader's machine: nothing is loaded from another host. */
export default theme;
