package dev.warmpath.it.docs.site;

import java.util.Map;

/** The frame around what a page says: the navigation beside it, the page that is shown marked in it. */
final class Layout {

    static final String STYLE = "style.css";

    private final Navigation navigation;
    private final Map<String, String> titles;

    /** @param titles of the checkout's pages, by their paths */
    Layout(Navigation navigation, Map<String, String> titles) {
        this.navigation = navigation;
        this.titles = titles;
    }

    /** @param page path inside the checkout */
    String around(String page, String body) {
        String address = Address.ofPage(page);
        StringBuilder links = new StringBuilder();
        for (Navigation.Group group : navigation.groups()) {
            links.append("<h2>").append(text(group.title())).append("</h2>\n<ul>\n");
            for (String offered : group.pages()) {
                String href = Address.between(address, Address.ofPage(offered));
                links.append("<li><a href=\"").append(href).append('"');
                links.append(offered.equals(page) ? " aria-current=\"page\">" : ">");
                links.append(text(titles.getOrDefault(offered, offered))).append("</a></li>\n");
            }
            links.append("</ul>\n");
        }
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <title>%s</title>
                <link rel="stylesheet" href="%s"/>
                </head>
                <body>
                <nav aria-label="Pages">
                %s</nav>
                <main>
                %s</main>
                </body>
                </html>
                """.formatted(
                        text(titles.getOrDefault(page, page)), Address.between(address, STYLE), links.toString(), body);
    }

    private static String text(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
